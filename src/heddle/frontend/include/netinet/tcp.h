/* <netinet/tcp.h> */
#ifndef HEDDLE_NETINET_TCP_H
#define HEDDLE_NETINET_TCP_H
#define TCP_NODELAY 1
#define TCP_CORK 3
#define TCP_KEEPIDLE 4
#endif
