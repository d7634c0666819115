/* no_symbol.c - a shared object that is no plug-in. */
int something_else(void);

int something_else(void)
{
    return 0;
}
