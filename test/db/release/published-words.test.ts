import assert from 'node:assert/strict'
import { publishedWords } from '../../../db/release/published-words.ts'
import { BEFORE_PATH } from '../../../model/without-paths.ts'
import { withEveryDatabase } from '../databases.ts'

const NAMES_PATH = [
  '/home/alice/chrome did not start',
  '~/log',
  'see file:///home/alice/log',
  'https://a.test/ is not /home/alice',
  ...BEFORE_PATH.map((mark) => `it said ${mark}/home/alice`),
]

const NAMES_NONE = [
  'https://a.test/login?next=/home/alice',
  'http/1.1 for https://a.test',
  'text/html in place of application/json',
  'it ended (1)',
  '',
]

withEveryDatabase('words that name a path of the machine are left out of a release', async (db) => {
  const published = async (said: string | null): Promise<unknown> => {
    const from = '(SELECT CAST(? AS text) AS said) AS recorded'
    const [row] = await db.query(`SELECT ${publishedWords('said')} AS words FROM ${from}`, [said])
    return row?.words
  }
  for (const said of NAMES_PATH) assert.equal(await published(said), '…', said)
  for (const said of NAMES_NONE) assert.equal(await published(said), said)
  assert.equal(await published(null), null)
})
