import type { Entry } from 'har-format'
import { isFromNetwork, UNREPORTED } from '../../har/entry.ts'
import type { SampleArtifacts } from '../../model/artifacts.ts'

/** The entries of a sample's HAR that the network was asked for; null where there is none. */
export function harEntries({ har }: SampleArtifacts): readonly Entry[] | null {
  const entries = har?.log.entries.filter(isFromNetwork) ?? []
  return entries.length === 0 ? null : entries
}

export const NO_WORKER_SCRIPT = 'the HAR is of a version that left out the script of a service worker'

/** A service worker answered, and its script, which a load without a cache asks for, is not in the HAR. */
export function lacksWorkerScript({ har }: SampleArtifacts): boolean {
  const entries = har?.log.entries ?? []
  const isAnswered = entries.some(({ response }) => response._fromServiceWorker === true)
  return isAnswered && !entries.some(({ _error }) => _error === UNREPORTED)
}
