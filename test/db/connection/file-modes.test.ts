import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { backupSqlite } from '../../../db/maintenance/backup.ts'
import { restoreSqlite } from '../../../db/maintenance/restore.ts'
import { testFolder } from '../../test-folder.ts'

const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8)

test('a database, its log, its backup and what is restored from it are their owner’s alone', async (t) => {
  const before = process.umask(0)
  t.after(() => process.umask(before))
  const folder = testFolder()
  const [database, backup, restored] = [join(folder, 'a'), join(folder, 'backup'), join(folder, 'b')] as const
  {
    await using db = await openDatabase({ url: database })
    await db.write((query) => query('UPDATE data_version SET version = version + 1'))
    for (const end of ['', '-wal', '-shm']) assert.equal(await modeOf(`${database}${end}`), '600', end)
    await backupSqlite(database, backup, new AbortController().signal)
  }
  await restoreSqlite(backup, restored, { replace: false, stamp: 'now' })
  for (const file of [backup, restored]) assert.equal(await modeOf(file), '600', file)
})
