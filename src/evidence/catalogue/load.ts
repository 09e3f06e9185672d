import bats from './bats.json' with { type: 'json' }
import bazel from './bazel.json' with { type: 'json' }
import dotnet from './dotnet.json' with { type: 'json' }
import go from './go.json' with { type: 'json' }
import javascript from './javascript.json' with { type: 'json' }
import jvm from './jvm.json' with { type: 'json' }
import markers from './markers.json' with { type: 'json' }
import pytest from './pytest.json' with { type: 'json' }
import randomSuffix from './random-suffix.json' with { type: 'json' }
import { type Marker, MarkerFile, type Shape, ShapeFile, type TempRoot, TempRootFile } from './schema.ts'
import tempRoots from './temp-roots.json' with { type: 'json' }
import temporary from './temporary.json' with { type: 'json' }

/** Everything that is known of temp directories, variables and fixture names, checked once when it is first needed. */
export type Catalogue = {
  readonly shapes: readonly Shape[]
  readonly roots: readonly TempRoot[]
  readonly markers: readonly Marker[]
  readonly fixtureSessions: readonly string[]
}

/** Reads the catalogue files; throws where one breaks its schema, which is a fault of this program. */
export function loadCatalogue(): Catalogue {
  // Names that end in random characters are looked at last: many a name of its own does so too.
  const shapeFiles = [pytest, go, bats, jvm, bazel, dotnet, javascript, temporary, randomSuffix]
  const { markers: list, fixtureSessions } = MarkerFile.parse(markers)
  return {
    shapes: shapeFiles.flatMap((file) => ShapeFile.parse(file).shapes),
    roots: TempRootFile.parse(tempRoots).roots,
    markers: list,
    fixtureSessions,
  }
}
