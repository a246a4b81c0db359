u.c of a
