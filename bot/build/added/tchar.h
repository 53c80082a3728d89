#pragma once
// Characters are bytes here, as in a project whose CharacterSet is MultiByte.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char TCHAR;
typedef char _TCHAR;
typedef int _TINT;

#define _tmain main
#define _T(text) text
#define _TEXT(text) text
#define TEXT(text) text

#define _tprintf printf
#define _ftprintf fprintf
#define _stprintf sprintf
#define _tscanf scanf
#define _tfopen fopen
#define _fgetts fgets
#define _fputts fputs
#define _tcscmp strcmp
#define _tcscpy strcpy
#define _tcscat strcat
#define _tcslen strlen
#define _tcschr strchr
#define _tcsstr strstr
#define _tstoi atoi
#define _tstof atof
#define _ttoi atoi
