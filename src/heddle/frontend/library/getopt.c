/* getopt and getopt_long, as glibc has them: words that are no options move behind the options. */
#include <getopt.h>
#include <string.h>
#include <unistd.h>
#include "model.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';
static int used;                          /* so many characters of argv[optind] are done */
static int first_other = 1, end_other = 1; /* where the words lie that were passed over: they are no options */

static void next_word(void)
{
    optind++;
    used = 0;
}

static _Bool is_option(const char *word)
{
    return word[0] == '-' && word[1];
}

/* The words passed over and the options behind them change places. */
static void exchange(char **argv)
{
    for (int at = end_other; at < optind; at++, first_other++, end_other++) {
        char *option = argv[at];
        for (int i = at; i > first_other; i--)
            argv[i] = argv[i - 1];
        argv[first_other] = option;
    }
}

/* What was passed over before the options just read goes behind them. */
static void permute(char **argv)
{
    if (first_other != end_other)
        exchange(argv);
    else
        first_other = optind;
    end_other = optind;
}

/* Goes to the next word that is an option; false if there is none. */
static _Bool find_option(int argc, char **argv, const char *options)
{
    if (*options != '+') {
        permute(argv);
        while (optind < argc && !is_option(argv[optind]))
            optind++;
        end_other = optind;
    }
    if (optind < argc && strcmp(argv[optind], "--") == 0) {
        optind++;
        permute(argv);
        end_other = optind = argc;
    }
    if (optind < argc)
        return is_option(argv[optind]);
    if (first_other != end_other)
        optind = first_other;
    return 0;
}

static char missing(const char *options)
{
    return options[*options == '+'] == ':' ? ':' : '?';
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

/* The next letter of a word of options. */
static int letter(int argc, char *const argv[], const char *options)
{
    const char *word = argv[optind];
    if (used == 0)
        used = 1;
    int option = (unsigned char)word[used++];
    const char *found = option == ':' || option == ';' ? 0 : strchr(options + (*options == '+'), option);
    if (found && found[1] == ':')
        return option_with_argument(argc, argv, found, missing(options));
    if (!word[used])
        next_word();
    if (!found)
        optopt = option;
    return found ? option : '?';
}

static void refuse_extensions(const char *options)
{
    if (optind == 0 || *options == '-' || strstr(options, "W;"))
        __heddle_unsupported("GNU's extensions of getopt");
}

int getopt(int argc, char *const argv[], const char *options)
{
    optarg = 0;
    refuse_extensions(options);
    if (used == 0 && !find_option(argc, (char **)argv, options))
        return -1;
    return letter(argc, argv, options);
}

/* The long option that a word of some length names: whole, or the only one (or the same one) that begins so; -1: none. */
static int named(const char *word, size_t length, const struct option *all)
{
    int found = -1;
    _Bool ambiguous = 0;
    for (int i = 0; all[i].name; i++) {
        if (strncmp(all[i].name, word, length) != 0)
            continue;
        if (strlen(all[i].name) == length)
            return i;
        if (found < 0)
            found = i;
        else if (all[i].has_arg != all[found].has_arg || all[i].flag != all[found].flag || all[i].val != all[found].val)
            ambiguous = 1;
    }
    return ambiguous ? -1 : found;
}

static int long_option(int argc, char *const argv[], const char *options, const struct option *all, int *index)
{
    const char *word = argv[optind] + 2;
    size_t length = strcspn(word, "=");
    int found = named(word, length, all);
    next_word();
    if (found < 0) {
        optopt = 0;
        return '?';
    }
    const struct option *option = &all[found];
    if (word[length]) {
        if (option->has_arg == no_argument) {
            optopt = option->val;
            return '?';
        }
        optarg = (char *)word + length + 1;
    } else if (option->has_arg == required_argument) {
        if (optind >= argc) {
            optopt = option->val;
            return missing(options);
        }
        optarg = argv[optind];
        next_word();
    }
    if (index)
        *index = found;
    if (!option->flag)
        return option->val;
    *option->flag = option->val;
    return 0;
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *all, int *index)
{
    optarg = 0;
    refuse_extensions(options);
    if (used == 0 && !find_option(argc, (char **)argv, options))
        return -1;
    if (used == 0 && argv[optind][1] == '-')
        return long_option(argc, argv, options, all, index);
    return letter(argc, argv, options);
}
