u.c of e
