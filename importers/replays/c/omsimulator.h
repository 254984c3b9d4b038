/* OMSimulator's instances of an FMU, as its versions have them in common.
 *
 * Source: OMSimulator, src/OMSimulatorLib/ComponentFMUCS.cpp and ComponentFMUME.cpp, instantiate() and initialize();
 * read at the tags v2.1.3 and v3.0.0 and at 2940ef11c2 (20 August 2026).
 *
 * Visible and logging on. No resource location. Start values one by one, in Instantiated. The tolerance is told as
 * defined, and is 0 in a model that was saved and loaded again. The stop time is not told. Any status but OK ends the
 * simulation.
 */
#ifndef OMSIMULATOR_H
#define OMSIMULATOR_H

#include "importer.h"

/* An instance in initialization mode with its start values and the first inputs. */
Instance initializing(int kind, double tolerance);

/* Every input by a call of its own, from the line that begins with `row`. */
void set_inputs(Instance instance, size_t row, double time);

/* Every output by a call of its own. */
void emit(Instance instance);

#endif
