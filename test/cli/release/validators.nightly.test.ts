import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { RECORDED } from '../../../cli/demo/recorded.ts'
import { QUERIES } from '../../../cli/release/queries/queries.ts'
import { cacheFolder } from '../../../crawler/process/cache-folder.ts'
import { RELEASE_TABLE_NAMES } from '../../../model/release/release-tables.ts'
import type { Ask } from './asking.ts'
import { FIGURES } from './figures.ts'
import { type FoundRow, type Released, released } from './released.ts'
import { releasedDemo } from './released-and-served.ts'

const run = promisify(execFile)

/** The virtual environments of scripts/setup-data-tools.sh. */
const TOOLS = join(cacheFolder(), 'data-tools')
const PYTHON = join(TOOLS, 'bin/python')

const skip = await run(PYTHON, ['-c', 'import duckdb, frictionless, mlcroissant, pyarrow']).then(
  () => false as const,
  () => 'there are no validators of data sets: run scripts/setup-data-tools.sh',
)

const resources = new AsyncDisposableStack()
let set: Released
let ask: Ask

before(async () => {
  const demo = resources.use(await releasedDemo())
  set = demo.set
  ask = demo.ask
})
after(() => resources.disposeAsync())

/** What a Python program prints as JSON, started in the data set. */
async function python<T>(code: string, ...args: readonly string[]): Promise<T> {
  const { stdout } = await run(PYTHON, ['-c', code, ...args], { cwd: set.folder, maxBuffer: 2 ** 28 })
  return JSON.parse(stdout) as T
}

test('Frictionless finds the data package, its files and each of their rows as they are described', {
  skip,
}, async () => {
  const report = await python<{
    readonly valid: boolean
    readonly tables: number
    readonly errors: unknown
  }>(`
import frictionless, json
report = frictionless.validate('datapackage.json')
print(json.dumps({'valid': report.valid, 'tables': len(report.tasks), 'errors': report.flatten(['name', 'type', 'message'])}))`)
  // As CSV and as Parquet.
  assert.deepEqual(report, { valid: true, tables: 2 * RELEASE_TABLE_NAMES.length, errors: [] })
})

const CSV_MAX_ROWS = 10

test(`Frictionless finds the data package right with Parquet alone of tables with more than ${CSV_MAX_ROWS} rows`, {
  skip,
}, async () => {
  await using limited = await released(RECORDED, { csvMaxRows: CSV_MAX_ROWS })
  const report = await python<{ readonly valid: boolean; readonly csv: number; readonly errors: unknown }>(
    `
import frictionless, json, sys
report = frictionless.validate(sys.argv[1] + '/datapackage.json')
csv = sum(task.type == 'table' for task in report.tasks)
print(json.dumps({'valid': report.valid, 'csv': csv, 'errors': report.flatten(['name', 'type', 'message'])}))`,
    limited.folder,
  )
  const files = await readdir(join(limited.folder, 'csv'))
  assert.ok(files.length < RELEASE_TABLE_NAMES.length)
  assert.deepEqual(report, { valid: true, csv: files.length, errors: [] })
})

test('Frictionless finds a wrong row, so that it would have found one', { skip }, async () => {
  const [errors = 0] = await python<readonly number[]>(`
import frictionless, json
package = frictionless.Package('datapackage.json')
resource = package.get_resource('samples')
resource.schema.get_field('arm').type
resource.schema.set_field(frictionless.Field.from_descriptor({'name': 'arm', 'type': 'integer'}))
print(json.dumps([resource.validate().stats['errors']]))`)
  assert.ok(errors > 0)
})

test('mlcroissant finds the description right, and reads the tables by it', { skip }, async () => {
  const read = await python<{
    readonly issues: readonly string[]
    readonly arms: readonly string[]
    readonly n: number
  }>(`
import json, logging, mlcroissant
logging.disable(logging.CRITICAL)
dataset = mlcroissant.Dataset('croissant.json')
records = list(dataset.records('samples'))
arms = {str(record['samples/arm'].decode() if isinstance(record['samples/arm'], bytes) else record['samples/arm']) for record in records}
print(json.dumps({'issues': sorted(dataset.metadata.issues.errors), 'arms': sorted(arms), 'n': len(records)}))`)
  const [counted] = await set.query("SELECT count(*) AS n FROM 'parquet/samples.parquet'")
  assert.deepEqual(read, { issues: [], arms: ['h1', 'h2', 'h3'], n: counted?.n })
})

test('cffconvert finds the citation right', { skip }, async () => {
  const { stdout, stderr } = await run(
    join(TOOLS, 'citation/bin/cffconvert'),
    ['--validate', '-i', 'CITATION.cff'],
    {
      cwd: set.folder,
    },
  )
  assert.match(stdout + stderr, /valid according to schema version 1\.2\.0/)
})

const QUERY = `
import duckdb, json, sys
answer = duckdb.execute(open(sys.argv[1]).read())
names = [column[0] for column in answer.description]
print(json.dumps([dict(zip(names, row)) for row in answer.fetchall()], default=str))`

for (const { name } of QUERIES)
  test(`queries/${name}.sql gives what the dashboard shows in the DuckDB of others`, { skip }, async () => {
    await FIGURES[name]?.(await python<readonly FoundRow[]>(QUERY, `queries/${name}.sql`), ask)
  })

test('pandas reads the same from CSV and from Parquet', { skip }, async () => {
  const differing = await python<readonly string[]>(`
import glob, json, os, pandas
differing = []
for path in sorted(glob.glob('parquet/*.parquet')):
    name = os.path.basename(path).removesuffix('.parquet')
    parquet = pandas.read_parquet(path)
    csv = pandas.read_csv(f'csv/{name}.csv.gz', float_precision='round_trip', low_memory=False)
    if list(csv.columns) != list(parquet.columns) or len(csv) != len(parquet): differing.append(name)
    for column in parquet.select_dtypes(['number']).columns:
        if not (csv[column].eq(parquet[column]) | (csv[column].isna() & parquet[column].isna())).all(): differing.append(f'{name}.{column}')
print(json.dumps(differing))`)
  assert.deepEqual(differing, [])
  const readme = await readFile(join(set.folder, 'README.md'), 'utf8')
  assert.match(readme, /: it says nothing about the internet/)
})
