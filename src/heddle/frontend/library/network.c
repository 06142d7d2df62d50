/* Byte order of networks, for programs that were compiled with the system's headers: Heddle's own has macros. */

unsigned short htons(unsigned short value)
{
    return __builtin_bswap16(value);
}

unsigned short ntohs(unsigned short value)
{
    return __builtin_bswap16(value);
}

unsigned int htonl(unsigned int value)
{
    return __builtin_bswap32(value);
}

unsigned int ntohl(unsigned int value)
{
    return __builtin_bswap32(value);
}
