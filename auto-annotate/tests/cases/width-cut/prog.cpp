	tab and more text
abcdefgh	a tab in the middle
数据文件数据文件数据文件数据文件
ééééééééééééééééééé
bytes �� and a text that is too long
short
the last line has no line break but is too long