import type { Har } from 'har-format'
import { artifactText } from '../db/artifact-text.ts'
import { artifactsOf } from '../db/artifacts.ts'
import type { Database } from '../db/database.ts'

/** The HAR of a sample with the start of its navigation, milliseconds since 1970; null where no HAR is kept. */
export async function storedHar(
  db: Database,
  sampleId: number,
): Promise<{ readonly har: Har; readonly navigationMs: number | null } | null> {
  const artifacts = await artifactsOf(db, sampleId, ['har', 'timings'])
  const text = async (kind: 'har' | 'timings'): Promise<string | null> => {
    const artifact = artifacts.find((one) => one.kind === kind)
    return artifact === undefined ? null : (await artifactText(artifact)).toString()
  }
  const har = await text('har')
  if (har === null) return null
  const timings = JSON.parse((await text('timings')) ?? 'null') as { readonly timeOriginMs: number } | null
  return { har: JSON.parse(har) as Har, navigationMs: timings?.timeOriginMs ?? null }
}
