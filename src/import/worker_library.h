/// Tells the host which importer's library has been loaded, so that it knows when a result is another's.
#ifndef SINEW_IMPORT_WORKER_LIBRARY_H
#define SINEW_IMPORT_WORKER_LIBRARY_H

/// To be called before anything is read: the host believes no later word. Nothing is said of a library that is part of
/// the program.
void worker_say_library(void);

#endif
