import assert from 'node:assert/strict'
import { campaignSurvey } from '../../../cli/fleet/jobs-add-campaign.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { recordVantage } from '../../../db/fleet/vantages.ts'
import { markFinished } from '../../../db/survey/surveys.ts'
import { surveyOf } from '../../db/campaign/samples.ts'
import { onEveryDatabase } from '../../db/databases.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { UNMEASURED } from '../../fleet/unmeasured.ts'
import { temporaryFolder, towline } from '../towline.ts'

onEveryDatabase(
  'a campaign selects from the newest finished survey of its vantage point, else from the newest of any',
  async (database) => {
    await using db = await database.open()
    const survey = async (vantage: string | null, isFinished: boolean): Promise<number> => {
      const id = await surveyOf(db, 0, { vantage })
      if (isFinished) await markFinished(db, id, '2026-11-21T01:00:00.000Z')
      return id
    }
    const idFor = async (name: string, vantage: string): Promise<number> =>
      (await campaignSurvey(db, name, vantage)).id
    const begun = await survey('tokyo', false)
    await assert.rejects(idFor('latest', 'tokyo'), /holds no finished survey yet: wait for it/)
    const tokyo = await survey('tokyo', true)
    const dublin = await survey('dublin', true)
    const nowhere = await survey(null, true)
    await survey('tokyo', false)
    assert.equal(await idFor('latest', 'tokyo'), tokyo)
    assert.equal(await idFor('latest', 'dublin'), dublin)
    assert.equal(await idFor('latest', 'oslo'), nowhere)
    assert.equal(await idFor(String(begun), 'dublin'), begun, 'a number is taken as it is')
  },
)

onOwnPostgres(
  'a campaign of the latest survey asks for its vantage point, and for a survey that is finished',
  async ({ url }) => {
    await using folder = await temporaryFolder()
    await using db = await openDatabase({ url })
    for (const name of ['dublin', 'tokyo']) await recordVantage(db, { ...UNMEASURED, name })
    await surveyOf(db, 1, { vantage: 'tokyo' })
    const add = (...flags: readonly string[]) =>
      towline(['jobs', 'add', 'campaign', '--allow-address', '127.0.0.0/8', ...flags], {
        cwd: folder.path,
        env: { DATABASE_URL: url },
      })
    const several = await add()
    assert.deepEqual([several.code, several.stdout], [64, ''])
    assert.match(several.stderr, /^towline: say from where: --vantage dublin\|tokyo, or --each-vantage\n$/)
    const unfinished = await add('--vantage', 'tokyo')
    assert.deepEqual([unfinished.code, unfinished.stdout], [66, ''])
    assert.match(unfinished.stderr, /^towline: .* holds no finished survey yet: wait for it \(.*\n$/)
    // A schedule may be made before: it is looked for when it is due.
    const scheduled = await add('--vantage', 'tokyo', '--every', '0 3 2 1 *')
    assert.deepEqual([scheduled.code, scheduled.stderr], [0, ''])
  },
)
