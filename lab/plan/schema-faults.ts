import type { z } from 'zod'
import { nearestName } from './nearest-name.ts'
import type { Path, YamlText } from './yaml-text.ts'

/** Names that may stand in a map of a plan, and what one of them is called: `factor`. */
export interface KnownNames {
  readonly kind: string
  readonly names: readonly string[]
}

/**
 * Lists what is wrong with a document, a line each, at the line of the file where it stands.
 * @param namesAt what may stand in the map at a path
 */
export function schemaFaults(
  yaml: YamlText,
  error: z.ZodError,
  namesAt: (path: Path) => KnownNames,
): string[] {
  return error.issues.flatMap((issue) => faultsOf(yaml, issue, namesAt))
}

function faultsOf(yaml: YamlText, issue: z.core.$ZodIssue, namesAt: (path: Path) => KnownNames): string[] {
  const path = issue.path as Path
  const where = path.filter((part) => typeof part === 'string').at(-1)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => yaml.faultOfKey([...path, key], unknownName(key, namesAt(path))))
  // A level or a list of them: what is wrong with the level says more.
  const inner = issue.code === 'invalid_union' ? issue.errors.flat()[0] : undefined
  return [yaml.fault(path, `${where === undefined ? '' : `${where}: `}${inner?.message ?? issue.message}`)]
}

function unknownName(key: string, { kind, names }: KnownNames): string {
  const nearest = nearestName(key, names)
  return `unknown ${kind} '${key}'${nearest === null ? `: there are ${names.join(', ')}` : `: is ${nearest} meant?`}`
}
