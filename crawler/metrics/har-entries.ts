import type { Entry } from 'har-format'
import { isFromNetwork } from '../../har/entry.ts'
import type { SampleArtifacts } from '../../model/artifacts.ts'

/** The entries of a sample's HAR that the network was asked for; null where there is none. */
export function harEntries({ har }: SampleArtifacts): readonly Entry[] | null {
  const entries = har?.log.entries.filter(isFromNetwork) ?? []
  return entries.length === 0 ? null : entries
}
