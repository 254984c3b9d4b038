/* An instance of the module, and so of the FMU. */
typedef struct I I;
typedef void (*F)(void);
typedef struct {
  u32 type;
  F function;
} Entry;
struct I {
  u32 magic;
  u32 pages;
  /* The address that the module knows the instance by. */
  u32 handle;
  /* A defect was met: no call is passed on any more. */
  bool is_broken;
  /* Where a defect leads to. None outside of calls. */
  Escape *escape;
  int why;
  void *environment;
  Host host;
  char name[64];
  $FIELDS
  /* Aligns what follows. */
  u64 reserved;
  u8 m[MEMORY];
};

enum { NONE, TOO_LONG, FOREIGN_STATE, BOUNDS, UNREACHABLE, DIVISION, INDIRECT };

NO_RETURN static void trap(I *i, int why) {
  i->why = why;
  LEAP(*i->escape);
}

/* Addresses are 32 bits wide. Where a machine adds with more, the sum that is checked is the place itself; elsewhere offsets, which fit into the
 * least memory, make nothing overflow. */
#if UINTPTR_MAX > UINT32_MAX
#define BEYOND(size) ((u64)a + o > MEMORY - size)
#else
#define BEYOND(size) (a > MEMORY - size - o)
#endif
#define CHECK(size) if (SELDOM(BEYOND(size))) trap(i, BOUNDS)

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
INLINE u16 little16(u16 v) { return (u16)(v >> 8 | v << 8); }
INLINE u32 little32(u32 v) { return v >> 24 | (v >> 8 & 0xff00u) | (v & 0xff00u) << 8 | v << 24; }
INLINE u64 little64(u64 v) { return (u64)little32((u32)v) << 32 | little32((u32)(v >> 32)); }
#else
#define little16(v) (v)
#define little32(v) (v)
#define little64(v) (v)
#endif

INLINE f64 f64_of_bits(u64 v) { f64 r; memcpy(&r, &v, 8); return r; }
INLINE u64 bits_of_f64(f64 v) { u64 r; memcpy(&r, &v, 8); return r; }
INLINE f32 f32_of_bits(u32 v) { f32 r; memcpy(&r, &v, 4); return r; }
INLINE u32 bits_of_f32(f32 v) { u32 r; memcpy(&r, &v, 4); return r; }

INLINE u32 load8(I *i, u32 a, u32 o) { CHECK(1); return (i->m + a)[o]; }
INLINE u32 load16(I *i, u32 a, u32 o) { u16 v; CHECK(2); memcpy(&v, i->m + a + o, 2); return little16(v); }
INLINE u32 load32(I *i, u32 a, u32 o) { u32 v; CHECK(4); memcpy(&v, i->m + a + o, 4); return little32(v); }
INLINE u64 load64(I *i, u32 a, u32 o) { u64 v; CHECK(8); memcpy(&v, i->m + a + o, 8); return little64(v); }
INLINE f32 load_f32(I *i, u32 a, u32 o) { return f32_of_bits(load32(i, a, o)); }
INLINE f64 load_f64(I *i, u32 a, u32 o) { return f64_of_bits(load64(i, a, o)); }
INLINE u32 load8s(I *i, u32 a, u32 o) { return (u32)(s32)(s8)load8(i, a, o); }
INLINE u32 load16s(I *i, u32 a, u32 o) { return (u32)(s32)(s16)load16(i, a, o); }
INLINE u64 load8s_64(I *i, u32 a, u32 o) { return (u64)(s64)(s8)load8(i, a, o); }
INLINE u64 load8_64(I *i, u32 a, u32 o) { return load8(i, a, o); }
INLINE u64 load16s_64(I *i, u32 a, u32 o) { return (u64)(s64)(s16)load16(i, a, o); }
INLINE u64 load16_64(I *i, u32 a, u32 o) { return load16(i, a, o); }
INLINE u64 load32s_64(I *i, u32 a, u32 o) { return (u64)(s64)(s32)load32(i, a, o); }
INLINE u64 load32_64(I *i, u32 a, u32 o) { return load32(i, a, o); }
INLINE void store8(I *i, u32 a, u32 o, u32 v) { CHECK(1); (i->m + a)[o] = (u8)v; }
INLINE void store16(I *i, u32 a, u32 o, u32 v) { u16 w = little16((u16)v); CHECK(2); memcpy(i->m + a + o, &w, 2); }
INLINE void store32(I *i, u32 a, u32 o, u32 v) { u32 w = little32(v); CHECK(4); memcpy(i->m + a + o, &w, 4); }
INLINE void store64(I *i, u32 a, u32 o, u64 v) { u64 w = little64(v); CHECK(8); memcpy(i->m + a + o, &w, 8); }
INLINE void store_f32(I *i, u32 a, u32 o, f32 v) { store32(i, a, o, bits_of_f32(v)); }
INLINE void store_f64(I *i, u32 a, u32 o, f64 v) { store64(i, a, o, bits_of_f64(v)); }
INLINE void store8_64(I *i, u32 a, u32 o, u64 v) { store8(i, a, o, (u32)v); }
INLINE void store16_64(I *i, u32 a, u32 o, u64 v) { store16(i, a, o, (u32)v); }
INLINE void store32_64(I *i, u32 a, u32 o, u64 v) { store32(i, a, o, (u32)v); }

INLINE void memory_copy(I *i, u32 to, u32 from, u32 length) {
  if (SELDOM((u64)to + length > MEMORY || (u64)from + length > MEMORY)) trap(i, BOUNDS);
  memmove(i->m + to, i->m + from, length);
}
INLINE void memory_fill(I *i, u32 to, u32 value, u32 length) {
  if (SELDOM((u64)to + length > MEMORY)) trap(i, BOUNDS);
  memset(i->m + to, (int)(value & 0xff), length);
}
/* All memory is there from the start. */
INLINE u32 memory_grow(I *i, u32 pages) {
  u32 before = i->pages;
  if (pages > ACTUATOR_FMU_PAGES - before) return 0xffffffffu;
  i->pages += pages;
  return before;
}

INLINE u32 clz64(u64 v) {
  u32 n = 0;
  if (!v) return 64;
  while (!(v >> 63)) { v <<= 1; n++; }
  return n;
}
INLINE u32 ctz64(u64 v) {
  u32 n = 0;
  if (!v) return 64;
  while (!(v & 1)) { v >>= 1; n++; }
  return n;
}
INLINE u32 popcnt64(u64 v) {
  u32 n = 0;
  for (; v; v &= v - 1) n++;
  return n;
}
INLINE u32 clz32(u32 v) { return clz64(v) - 32; }
INLINE u32 ctz32(u32 v) { return v ? ctz64(v) : 32; }
INLINE u32 popcnt32(u32 v) { return popcnt64(v); }
INLINE u32 shr_s32(u32 v, u32 n) { return v >> (n & 31) | (v >> 31 ? ~(0xffffffffu >> (n & 31)) : 0); }
INLINE u64 shr_s64(u64 v, u64 n) { return v >> (n & 63) | (v >> 63 ? ~(0xffffffffffffffffull >> (n & 63)) : 0); }
INLINE u32 rotl32(u32 v, u32 n) { return v << (n & 31) | v >> (-n & 31); }
INLINE u32 rotr32(u32 v, u32 n) { return v >> (n & 31) | v << (-n & 31); }
INLINE u64 rotl64(u64 v, u64 n) { return v << (n & 63) | v >> (-n & 63); }
INLINE u64 rotr64(u64 v, u64 n) { return v >> (n & 63) | v << (-n & 63); }
INLINE u32 div_u32(I *i, u32 a, u32 b) { if (SELDOM(!b)) trap(i, DIVISION); return a / b; }
INLINE u32 rem_u32(I *i, u32 a, u32 b) { if (SELDOM(!b)) trap(i, DIVISION); return a % b; }
INLINE u64 div_u64(I *i, u64 a, u64 b) { if (SELDOM(!b)) trap(i, DIVISION); return a / b; }
INLINE u64 rem_u64(I *i, u64 a, u64 b) { if (SELDOM(!b)) trap(i, DIVISION); return a % b; }
INLINE u32 div_s32(I *i, u32 a, u32 b) {
  if (SELDOM(!b || (a == 0x80000000u && b == 0xffffffffu))) trap(i, DIVISION);
  return (u32)((s32)a / (s32)b);
}
INLINE u32 rem_s32(I *i, u32 a, u32 b) {
  if (SELDOM(!b)) trap(i, DIVISION);
  return b == 0xffffffffu ? 0 : (u32)((s32)a % (s32)b);
}
INLINE u64 div_s64(I *i, u64 a, u64 b) {
  if (SELDOM(!b || (a == 1ull << 63 && b == 0xffffffffffffffffull))) trap(i, DIVISION);
  return (u64)((s64)a / (s64)b);
}
INLINE u64 rem_s64(I *i, u64 a, u64 b) {
  if (SELDOM(!b)) trap(i, DIVISION);
  return b == 0xffffffffffffffffull ? 0 : (u64)((s64)a % (s64)b);
}

#if defined(__GNUC__)
#define abs64(v) __builtin_fabs(v)
#define copysign64(v, sign) __builtin_copysign(v, sign)
#else
INLINE f64 abs64(f64 v) { return f64_of_bits(bits_of_f64(v) & ~(1ull << 63)); }
INLINE f64 copysign64(f64 v, f64 sign) {
  return f64_of_bits((bits_of_f64(v) & ~(1ull << 63)) | (bits_of_f64(sign) & 1ull << 63));
}
#endif
INLINE f64 floor64(f64 v) {
  f64 whole;
  if (!(abs64(v) < 4503599627370496.0)) return v;
  whole = (f64)(s64)v;
  return copysign64(whole > v ? whole - 1.0 : whole, v);
}
INLINE f64 min64(f64 a, f64 b) {
  if (a != a || b != b) return a + b;
  if (a == b) return bits_of_f64(a) >> 63 ? a : b;
  return a < b ? a : b;
}
INLINE f64 max64(f64 a, f64 b) {
  if (a != a || b != b) return a + b;
  if (a == b) return bits_of_f64(a) >> 63 ? b : a;
  return a > b ? a : b;
}
INLINE u32 s32_of_f64(f64 v) {
  if (v != v) return 0;
  return v <= -2147483648.0 ? 0x80000000u : v >= 2147483647.0 ? 0x7fffffffu : (u32)(s32)v;
}
INLINE u32 u32_of_f64(f64 v) { return !(v > 0.0) ? 0 : v >= 4294967295.0 ? 0xffffffffu : (u32)v; }
INLINE u64 s64_of_f64(f64 v) {
  if (v != v) return 0;
  if (v >= 9223372036854775808.0) return 0x7fffffffffffffffull;
  return v <= -9223372036854775808.0 ? 1ull << 63 : (u64)(s64)v;
}
INLINE u64 u64_of_f64(f64 v) {
  return !(v > 0.0) ? 0 : v >= 18446744073709551616.0 ? 0xffffffffffffffffull : (u64)v;
}
