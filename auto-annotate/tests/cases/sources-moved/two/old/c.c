the right c.c
