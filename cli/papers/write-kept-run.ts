import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ColumnSource } from 'hyparquet-writer'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { measuredSamples } from '../../db/campaign/sample-metrics.ts'
import type { Database } from '../../db/connection/database.ts'
import { type LabCellRow, labCells } from '../../db/lab/lab-cells.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { METRIC_NAMES } from '../../model/metrics.ts'
import { FILES, FORMAT, type KeptFacts, type KeptSample, type Source } from './kept-run.ts'

/** A sample with its metrics by name. */
type Measured = KeptSample & { readonly metrics: ReadonlyMap<string, number> }

export interface Written {
  readonly folder: string
  readonly facts: KeptFacts
  readonly samples: number
  readonly bytes: number
}

/**
 * Writes what a lab run measured below a folder, in place of what was kept of its plan and source before. Null where it has no
 * sample: what was kept then stays.
 */
export async function writeKeptRun(db: Database, run: LabRunRow, results: string): Promise<Written | null> {
  const cells = await labCells(db, run.id)
  const samples: Measured[] = []
  let lastLoadAt: string | null = null
  for (const cell of cells)
    for await (const { startedAt, ...sample } of samplesOf(db, cell)) {
      samples.push(sample)
      if (startedAt !== null && (lastLoadAt === null || startedAt > lastLoadAt)) lastLoadAt = startedAt
    }
  if (samples.length === 0) return null
  const facts = { ...(await factsOf(db, run, cells)), lastLoadAt }
  const folder = join(results, facts.plan, facts.source)
  const bytes = await writeFolder(folder, facts, {
    [FILES.cells]: cellColumns(cells),
    [FILES.samples]: sampleColumns(samples),
  })
  return { folder, facts, samples: samples.length, bytes }
}

/** Writes facts and files of columns in place of what the folder had. Resolves to their bytes. */
export async function writeFolder(
  folder: string,
  facts: KeptFacts,
  tables: Readonly<Record<string, ColumnSource[]>>,
): Promise<number> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const files = [
    [FILES.run, Buffer.from(`${JSON.stringify(facts, null, 2)}\n`)] as const,
    ...Object.entries(tables).map(
      ([name, columnData]) => [name, new Uint8Array(parquetWriteBuffer({ columnData }))] as const,
    ),
  ]
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [name, content] of files) await writeFile(join(folder, name), content)
  return files.reduce((sum, [, content]) => sum + content.length, 0)
}

async function* samplesOf(
  db: Database,
  { cell, campaignId, site }: LabCellRow,
): AsyncIterable<Measured & { readonly startedAt: string | null }> {
  if (campaignId === null || site === null) return
  for await (const { sample, metrics } of measuredSamples(db, campaignId, { site, roles: ['sample'] })) {
    const { arm, round, state, reason, startedAt } = sample
    if (state === 'pending') continue
    const values = metrics.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]))
    yield { cell, arm, round, state, reason, startedAt, metrics: new Map(values) }
  }
}

async function factsOf(
  db: Database,
  run: LabRunRow,
  cells: readonly LabCellRow[],
): Promise<Omit<KeptFacts, 'lastLoadAt'>> {
  const ids = [...new Set(cells.flatMap(({ campaignId }) => campaignId ?? []))]
  const campaigns = []
  for (const id of ids) campaigns.push(await campaignById(db, id))
  const [first] = campaigns
  const source: Source = first?.source ?? 'browser'
  const { title = null, rounds = null, options = {} } = run.plan as Partial<Asked>
  // Cells of a run that was resumed may have been measured by several.
  const commits = new Set([run, ...campaigns].flatMap((each) => each?.versions.commit ?? []))
  // Each cell’s campaign knows its own server.
  const { commit: _, ...versions } = Object.assign(
    { ...run.versions },
    ...campaigns.map((each) => each?.versions),
  )
  const browser = first?.browserVersion
  return {
    ...{ format: FORMAT, plan: run.name, source, title, seed: run.seed, rounds },
    createdAt: run.createdAt,
    isFinished: run.state === 'finished',
    toolVersion: run.toolVersion,
    commits: [...commits],
    versions: { ...versions, ...(browser != null && { browser }) },
    options,
  }
}

interface Asked {
  readonly title: string
  readonly rounds: number
  readonly options: Readonly<Record<string, unknown>>
}

function cellColumns(cells: readonly LabCellRow[]): ColumnSource[] {
  const json = (name: string, of: (cell: LabCellRow) => object | null): ColumnSource => ({
    name,
    type: 'STRING',
    data: cells.map((cell) => {
      const value = of(cell)
      return value === null ? null : JSON.stringify(value)
    }),
  })
  return [
    { name: 'cell', type: 'INT32', data: cells.map(({ cell }) => cell), nullable: false },
    json('factors', ({ factors }) => factors),
    json('configured_link', ({ configuredLink }) => configuredLink),
    json('measured_link', ({ measuredLink }) => measuredLink),
    json('wire_limit_ms', ({ wireLimitMs }) => wireLimitMs),
    { name: 'state', type: 'STRING', data: cells.map(({ state }) => state), nullable: false },
    { name: 'reason', type: 'STRING', data: cells.map(({ reason }) => reason) },
  ]
}

/** Metrics have 32 bits: seven digits, where two loads of a page agree in two. */
function sampleColumns(samples: readonly Measured[]): ColumnSource[] {
  const column = (name: 'arm' | 'state' | 'reason'): ColumnSource => ({
    name,
    type: 'STRING',
    data: samples.map((sample) => sample[name]),
    nullable: name === 'reason',
  })
  const whole = (name: 'cell' | 'round'): ColumnSource => ({
    name,
    type: 'INT32',
    data: samples.map((sample) => sample[name]),
    nullable: false,
  })
  const metrics = METRIC_NAMES.filter((name) => samples.some((sample) => sample.metrics.has(name)))
  return [
    ...[whole('cell'), column('arm'), whole('round'), column('state'), column('reason')],
    ...metrics.map(
      (name): ColumnSource => ({
        name,
        type: 'FLOAT',
        data: samples.map(({ metrics: values }) => values.get(name) ?? null),
      }),
    ),
  ]
}
