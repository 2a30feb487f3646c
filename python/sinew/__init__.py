"""FBX motion as numpy arrays.

>>> import numpy as np, sinew
>>> model = sinew.load('samples/walk.fbx')
>>> pose = model.clips['walk'].sample(np.arange(0, 1, 1 / 30))
>>> pose.world.shape, pose.positions.shape
((30, 56, 4, 4), (30, 56, 3))
>>> model.meshes[0].skin(pose).dtype
dtype('float32')

`load` reads FBX, glTF, BVH, Collada and others in a sandbox. `Model` has joints, clips, meshes; `Clip` has curves, keys, contacts;
`Pose` has arrays; `Model.edit` has edits. The module `sinew.program` runs the program.
"""
from ._clip import Channel, Clip, Contact, Contacts, Curve, Curves, Event, JointCurves, Track
from ._clip_file import BoundClip, ClipFile
from ._edit import Edit, Layer
from ._ik import Aim, Chain, Reach
from ._library import Error, MissingError, ModelWarning, lib as _lib, text as _text
from ._model import Image, Model, Page, load
from ._parts import FileWarning, Items, Joint, Mesh, Texture
from ._pose import Pose
from ._space import BlendPoint, BlendSpace
from . import program
from .program import ProgramMissing

__version__ = _text(_lib.sinew_version())

__all__ = ['Aim', 'BlendPoint', 'BlendSpace', 'BoundClip', 'Chain', 'Channel', 'Clip', 'ClipFile', 'Contact', 'Contacts', 'Curve', 'Curves', 'Edit',
           'Error', 'Event', 'FileWarning', 'Image', 'Items', 'Joint', 'JointCurves', 'Layer', 'Mesh', 'MissingError', 'Model', 'ModelWarning', 'Page',
           'Pose', 'ProgramMissing', 'Reach', 'Texture', 'Track', 'load', 'program']
