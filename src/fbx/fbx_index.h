/// The lookup tables of a document, and the steps that build the document.
#ifndef SINEW_FBX_FBX_INDEX_H
#define SINEW_FBX_FBX_INDEX_H

#include "fbx/fbx_document.h"

struct fbx_index {
    int32_t *by_id;                  ///< [hash_size] 1 + index in `objects`, hashed by id; 0: free; open addressing
    int32_t *by_name;                ///< [hash_size] 1 + index in `objects`, hashed by class and raw name; if several
                                     ///< objects have both, the first one
    size_t hash_size;                ///< a power of two
    const fbx_connection *by_target; ///< [connection_count] sorted by target, then in the order of the file
    const fbx_connection *by_source; ///< [connection_count] sorted by source, then in the order of the file
    const size_t *target_start;      ///< [object_count + 1] start of each object's connections in by_target
    const size_t *source_start;      ///< [object_count + 1] start of each object's connections in by_source
    size_t warning_capacity;
};

/// Read a part of the document from `document->root`.
sinew_result sinew__fbx_read_objects(fbx_document *document, sinew_error *error);
sinew_result sinew__fbx_read_connections(fbx_document *document, sinew_error *error);
void sinew__fbx_read_settings(fbx_document *document);

/// Converts the tree of an older file to the form of FBX 7.4.
sinew_result sinew__fbx_upgrade(fbx_document *document, sinew_error *error);

#endif
