/* The functions of an importer with FMI 3.0. */
typedef struct {
  void (*log_message)(void *, int, const char *, const char *);
  void (*intermediate_update)(void *, double, bool, bool, bool, bool, bool *, double *);
} Host;

