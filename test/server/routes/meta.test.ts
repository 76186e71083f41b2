import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeStudy, openStudy } from '../../../db/field/field-studies.ts'
import { SYNTHETIC_LIST } from '../../../model/synthetic-list.ts'
import { meta } from '../../../server/routes/meta.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

test('the licence of the data is named, unless the operator grants none', async () => {
  const { license } = await bench.answer('meta', meta)
  assert.deepEqual([license?.id, license?.url], ['CC-BY-4.0', 'https://creativecommons.org/licenses/by/4.0/'])
  const none = await meta({ ...bench.context, dataLicense: null })
  assert.ok('answer' in none)
  assert.equal(none.answer.license, null)
})

test('recorded data says so on every page', async () => {
  const reply = await meta({ ...bench.context, recorded: true })
  assert.ok('answer' in reply)
  assert.match(reply.answer.notice ?? '', /^A recorded demonstration\./)
})

const notice = async (): Promise<string> => (await bench.answer('meta', meta)).notice ?? ''
const setLink = (link: string | null): Promise<unknown> =>
  bench.writer.write((query) =>
    query('UPDATE campaigns SET link = ? WHERE id = ?', [link, bench.fixture.campaignId]),
  )

test('a campaign of the sandbox without a link is named: its differences are processor time', async () => {
  await setLink('{}')
  assert.doesNotMatch(await notice(), /no delay/)
  await setLink(null)
  const { campaignId } = bench.fixture
  assert.match(
    await notice(),
    new RegExp(`\\b${campaignId}\\b.*: no delay, differences are processor time\\.`),
  )
})

test('a made-up field study is said to be one, also when it is closed', async () => {
  assert.doesNotMatch(await notice(), /made up/)
  const sites = [{ site: 0, domain: 'site1.test' }]
  await openStudy(bench.writer, {
    list: SYNTHETIC_LIST,
    openedDay: '2026-10-01',
    pilot: null,
    thresholds: null,
    sites,
  })
  await closeStudy(bench.writer, SYNTHETIC_LIST, '2026-11-01')
  assert.match(await notice(), /SYNTHETIC is made up: no volunteer contributed to it\.$/)
})
