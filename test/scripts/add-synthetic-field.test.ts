import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { RECORDED } from '../../cli/demo/recorded.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { listStudies } from '../../db/field/field-studies.ts'
import { SYNTHETIC_LIST } from '../../model/synthetic-list.ts'
import { testFolder } from '../test-folder.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/add-synthetic-field.ts')

const folder = testFolder()

test('a synthetic study is closed, has curves of every site and protocol, and no contribution', async () => {
  const file = join(folder, 'demo.sqlite')
  await copyFile(RECORDED, file)
  {
    // As the recorded file may have its own study already.
    await using db = await openDatabase({ url: file })
    await db.write(async (query) => {
      for (const table of ['field_cells', 'field_releases', 'field_sites', 'field_studies'])
        await query(`DELETE FROM ${table}`)
    })
  }
  await promisify(execFile)(process.execPath, [SCRIPT, file])
  await using db = await openDatabase({ url: file })
  const [study, ...others] = await listStudies(db)
  assert.deepEqual(others, [])
  assert.equal(study?.list, SYNTHETIC_LIST)
  assert.notEqual(study?.closedDay, null)
  const [counts] = await db.query(
    `SELECT count(*) AS cells, count(DISTINCT site) AS sites, count(DISTINCT proto) AS protocols,
       min(contributors) AS fewest, (SELECT count(*) FROM contributions) AS contributions FROM field_cells`,
  )
  assert.deepEqual(counts, { cells: 48, sites: 8, protocols: 3, fewest: 60, contributions: 0 })
})
