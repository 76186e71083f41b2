import assert from 'node:assert/strict'
import { artifactSizes } from '../../../db/campaign/artifact-sizes.ts'
import { readFilmstrip, readPicture } from '../../../db/campaign/filmstrips.ts'
import { recordSample } from '../../../db/campaign/record-sample.ts'
import { readSamples } from '../../../db/campaign/samples.ts'
import { withEveryDatabase } from '../databases.ts'
import { filmstripOf, picture } from './pictures.ts'
import { claimed, heldCampaign, record, VALID } from './probing.ts'
import { collect } from './samples.ts'

withEveryDatabase('a filmstrip comes back as it was, its pictures by their names', async (db) => {
  const lease = await heldCampaign(db)
  const filmstrip = filmstripOf(1_790_000_000_000.25, [-4, 51.5, 900], { droppedFrames: 3, cutAtMs: 1.5e12 })
  const har = { kind: 'har', encoding: 'zstd', bytes: Uint8Array.of(1), sizeBytes: 7 } as const
  const id = await record(db, lease, { artifacts: [har], filmstrip })
  const stored = await readFilmstrip(db, id)
  assert.ok(stored !== null)
  const pictures = await Promise.all(stored.frames.map(({ name }) => readPicture(db, id, name)))
  assert.deepEqual(
    {
      ...stored,
      frames: stored.frames.map(({ takenAtMs }, frame) => ({
        takenAtMs,
        jpeg: [...(pictures[frame] ?? [])],
      })),
    },
    {
      ...filmstrip,
      frames: filmstrip.frames.map(({ takenAtMs, jpeg }) => ({ takenAtMs, jpeg: [...jpeg] })),
    },
  )
  const sizeBytes = filmstrip.frames.reduce((sum, { jpeg }) => sum + jpeg.length, 0)
  assert.deepEqual(await artifactSizes(db, id), [
    { kind: 'filmstrip', sizeBytes },
    { kind: 'har', sizeBytes: 7 },
  ])
})

withEveryDatabase('the same picture has the same name, wherever it is shown', async (db) => {
  const lease = await heldCampaign(db)
  const frames = ['a', 'b', 'a'].map((comment, index) => ({ takenAtMs: index, jpeg: picture(comment) }))
  const one = await record(db, lease, { filmstrip: { ...filmstripOf(0, []), frames } })
  const other = await record(db, lease, {
    filmstrip: { ...filmstripOf(0, []), frames: frames.slice(0, 1) },
  })
  const names = (await readFilmstrip(db, one))?.frames.map(({ name }) => name) ?? []
  assert.deepEqual([names[2], new Set(names).size], [names[0], 2])
  assert.deepEqual(
    (await readFilmstrip(db, other))?.frames.map(({ name }) => name),
    names.slice(0, 1),
  )
  // A picture belongs to its sample.
  assert.equal(await readPicture(db, other, names[1] ?? ''), null)
})

withEveryDatabase('a sample without a filmstrip has none, and no size of one', async (db) => {
  const lease = await heldCampaign(db)
  const id = await record(db, lease)
  assert.equal(await readFilmstrip(db, id), null)
  assert.equal(await readPicture(db, id, '0123456789abcdef'), null)
  assert.deepEqual(await artifactSizes(db, id), [])
})

withEveryDatabase('a result whose filmstrip cannot be stored is not recorded', async (db) => {
  const lease = await heldCampaign(db)
  const sample = await claimed(db, lease)
  const broken = filmstripOf(0, [1], { widthPx: 0 })
  await assert.rejects(
    recordSample(db, lease, { sample, result: VALID, metrics: [], artifacts: [], filmstrip: broken }),
  )
  const [row] = await collect(readSamples(db, lease.campaignId))
  assert.equal(row?.state, 'pending')
  assert.equal(await readFilmstrip(db, sample.id), null)
})
