/* getopt, as glibc has it; where it would reorder the command line (options after other arguments) it is refused. */
#include <string.h>
#include <unistd.h>
#include "model.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';
static int used;  /* so many characters of argv[optind] are done */

static void next_word(void)
{
    optind++;
    used = 0;
}

/* At a word that is no option: the end, unless options follow. */
static int no_option(int argc, char *const argv[], const char *options)
{
    for (int i = optind + 1; i < argc && *options != '+'; i++)
        if (argv[i][0] == '-' && argv[i][1])
            __heddle_unsupported("getopt with options after other arguments");
    return -1;
}

static int option_with_argument(int argc, char *const argv[], const char *found, char missing)
{
    const char *rest = argv[optind] + used;
    int option = (unsigned char)*found;
    next_word();
    if (*rest) {
        optarg = (char *)rest;
    } else if (found[2] != ':') {
        if (optind >= argc) {
            optopt = option;
            return missing;
        }
        optarg = argv[optind];
        next_word();
    }
    return option;
}

int getopt(int argc, char *const argv[], const char *options)
{
    optarg = 0;
    if (optind == 0 || *options == '-')
        __heddle_unsupported("GNU's extensions of getopt");
    if (optind >= argc)
        return -1;
    const char *word = argv[optind];
    if (used == 0) {
        if (word[0] != '-' || !word[1])
            return no_option(argc, argv, options);
        if (word[1] == '-' && !word[2]) {
            next_word();
            return -1;
        }
        used = 1;
    }
    int option = (unsigned char)word[used++];
    const char *known = options + (*options == '+');
    char missing = *known == ':' ? ':' : '?';
    const char *found = option == ':' || option == ';' ? 0 : strchr(known, option);
    if (found && found[1] == ':')
        return option_with_argument(argc, argv, found, missing);
    if (!word[used])
        next_word();
    if (!found)
        optopt = option;
    return found ? option : '?';
}
