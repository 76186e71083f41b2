import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '../../db/connection/database.ts'
import { databaseFacts } from '../../db/release/database-facts.ts'
import { publishedRuns } from '../../db/release/published-runs.ts'
import { DATA_LICENSES } from '../../model/data-license.ts'
import { VERSION } from '../options/version.ts'
import { citationFile } from './citation.ts'
import { criteriaPage } from './criteria.ts'
import { croissant } from './croissant.ts'
import { type DataFile, describeFile, type WrittenTable, writeDataFiles } from './data-files.ts'
import { dataPackage } from './data-package.ts'
import { openParquetWriter } from './parquet.ts'
import { QUERIES } from './queries/queries.ts'
import { readme } from './readme.ts'
import {
  MEASURED_IN,
  type MeasuredIn,
  type Provenance,
  type ReleaseFacts,
  type Runs,
} from './release-facts.ts'
import { type SmallTables, smallTables } from './small-tables.ts'

interface WriteReleaseOptions
  extends Pick<ReleaseFacts, 'name' | 'license' | 'author' | 'url' | 'csvMaxRows'> {
  readonly db: Database
  readonly folder: string
  readonly temporaryFolder: string
  readonly signal: AbortSignal
  readonly now: () => string
  readonly progress: (table: string, rows: number) => void
}

export async function writeRelease(
  options: WriteReleaseOptions,
): Promise<{ readonly tables: readonly WrittenTable[]; readonly sizeBytes: number }> {
  const { db, folder, temporaryFolder, signal, name, license, author, url, csvMaxRows } = options
  const createdAt = options.now()
  const runs = await publishedRuns(db)
  await using parquet = await openParquetWriter({ temporaryFolder, signal })
  const small = await smallTables(db, runs)
  const tables = await writeDataFiles({ ...options, runs, small, parquet })
  const provenance: Provenance = {
    createdAt,
    tool: { name: 'towline', version: VERSION },
    versions: { node: process.versions.node, duckdb: parquet.version },
    database: await databaseFacts(db),
    ...measured(small),
    leftOut: runs.leftOut,
    rows: Object.fromEntries(tables.map((table) => [table.name, table.rows])),
  }
  const facts: ReleaseFacts = { name, license, author, url, createdAt, csvMaxRows, tables, provenance }
  const documents = documentsOf(facts, small)
  const files: DataFile[] = tables.flatMap(({ csv, parquet }) => (csv === null ? [parquet] : [csv, parquet]))
  for (const [path, text] of Object.entries(documents)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
    files.push(await describeFile(folder, path))
  }
  const checksums = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    .join('')
  await writeFile(join(folder, 'checksums.sha256'), checksums)
  return { tables, sizeBytes: files.reduce((sum, file) => sum + file.sizeBytes, checksums.length) }
}

function documentsOf(facts: ReleaseFacts, runs: Runs): Readonly<Record<string, string>> {
  const { name, url } = DATA_LICENSES[facts.license]
  return {
    'README.md': readme(facts),
    'LICENSE.txt': `${facts.license}: ${name}\n${url}\n`,
    'CITATION.cff': citationFile(facts),
    'criteria.md': criteriaPage(facts, runs),
    'datapackage.json': json(dataPackage(facts)),
    'croissant.json': json(croissant(facts)),
    'provenance.json': json(facts.provenance),
    ...Object.fromEntries(
      QUERIES.map(({ name: query, figure, sql }) => [`queries/${query}.sql`, `-- ${figure}\n${sql}`]),
    ),
  }
}

/** Describes the runs that are published. */
function measured(runs: SmallTables): Pick<Provenance, 'firstAt' | 'lastAt' | 'vantages' | 'measuredIn'> {
  const { surveys, campaigns, lab_runs, load_runs } = runs
  const rows = [...surveys, ...campaigns]
  const instants = [...rows, ...lab_runs, ...load_runs]
    .flatMap(({ createdAt, finishedAt }) => [String(createdAt), String(finishedAt)])
    .sort()
  const vantages = rows.flatMap(({ vantage }) => (typeof vantage === 'string' ? [vantage] : []))
  return {
    firstAt: instants[0] ?? null,
    lastAt: instants.at(-1) ?? null,
    vantages: [...new Set(vantages)].sort(),
    measuredIn: placesOf(runs),
  }
}

/** Campaigns of the lab have `sandbox` as well, for neither is on the internet. */
function placesOf(runs: SmallTables): MeasuredIn[] {
  const ofLab = new Set(runs.lab_cells.map(({ campaignId }) => campaignId))
  const probed = [...runs.surveys, ...runs.campaigns.filter(({ id }) => !ofLab.has(id))]
  const found: Readonly<Record<MeasuredIn, boolean>> = {
    internet: probed.some(({ sandbox }) => sandbox !== true),
    sandbox: probed.some(({ sandbox }) => sandbox === true),
    lab: runs.lab_runs.length + runs.load_runs.length > 0,
    field: runs.field_releases.some(({ synthetic }) => synthetic !== true),
    'made up': runs.field_releases.some(({ synthetic }) => synthetic === true),
  }
  return MEASURED_IN.filter((place) => found[place])
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
