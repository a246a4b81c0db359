#ifndef R_H
#define R_H
#include "cg_tally.h"
typedef struct {
   const HChar*         command;
   const CacheGeometry* geometry;
   const Tally*         tally;
   const HChar* (*variable_name)(UInt);
   void (*put)(const HChar*, SizeT, void*);
   void* to;
   void* (*alloc)(SizeT);
} Report;
static inline void cg_report_text(const Report* r)
{
}
static inline void cg_report_json(const Report* r)
{
}
static inline void cg_report_summary(const Report* r)
{
}
#endif
