import type { Har } from 'har-format'
import { artifactText } from '../../db/campaign/artifact-text.ts'
import { type ArtifactKind, readArtifacts, type StoredArtifact } from '../../db/campaign/artifacts.ts'
import type { Database } from '../../db/connection/database.ts'
import type { SizedTimings } from './har-sizes.ts'

interface StoredTimings extends SizedTimings {
  readonly timeOriginMs: number
  readonly navigationStartsMs?: readonly number[]
}

interface NavigationTimes {
  /** Start of the first navigation, milliseconds since 1970; null where the page gave no timings. */
  readonly navigationMs: number | null
  /** The same moment on the browser's monotonic clock, milliseconds; null where it was not recorded. */
  readonly navigationMonotonicMs: number | null
  /** Time from there to the start of the navigation whose document is shown, milliseconds: 0 unless the page sent itself on. */
  readonly documentMs: number
}

export interface StoredHar extends NavigationTimes {
  readonly har: Har
  readonly timings: StoredTimings | null
}

/** The HAR of a sample with the start of its navigations; null where no HAR is kept. */
export async function storedHar(db: Database, sampleId: number): Promise<StoredHar | null> {
  const artifacts = await readArtifacts(db, sampleId, ['har', 'timings'])
  const har = await textOf(artifacts, 'har')
  if (har === null) return null
  const timings = await timingsOf(artifacts)
  return { har: JSON.parse(har) as Har, timings, ...navigationTimes(timings) }
}

export async function storedNavigation(db: Database, sampleId: number): Promise<NavigationTimes> {
  return navigationTimes(await timingsOf(await readArtifacts(db, sampleId, ['timings'])))
}

async function textOf(artifacts: readonly StoredArtifact[], kind: ArtifactKind): Promise<string | null> {
  const artifact = artifacts.find((one) => one.kind === kind)
  return artifact === undefined ? null : (await artifactText(artifact)).toString()
}

async function timingsOf(artifacts: readonly StoredArtifact[]): Promise<StoredTimings | null> {
  return JSON.parse((await textOf(artifacts, 'timings')) ?? 'null') as StoredTimings | null
}

function navigationTimes(timings: StoredTimings | null): NavigationTimes {
  const startsMs = timings?.navigationStartsMs ?? []
  const documentMs = (startsMs.at(-1) ?? 0) - (startsMs[0] ?? 0)
  const navigationMs = timings === null ? null : timings.timeOriginMs - documentMs
  return { navigationMs, navigationMonotonicMs: startsMs[0] ?? null, documentMs }
}
