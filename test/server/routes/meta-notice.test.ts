import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { closeStudy, openStudy } from '../../../db/field/field-studies.ts'
import { SYNTHETIC_LIST } from '../../../model/synthetic-list.ts'
import { type Served, served } from '../served.ts'

let server: Served
before(async () => {
  server = await served()
})
after(() => server[Symbol.asyncDispose]())

const notice = async (): Promise<string> => (await server.answer('meta', '/meta')).notice ?? ''
const setLink = (link: string | null): Promise<unknown> =>
  server.writer.write((query) =>
    query('UPDATE campaigns SET link = ? WHERE id = ?', [link, server.fixture.campaignId]),
  )

test('a campaign of the sandbox without a link is named: its differences are processor time', async () => {
  await setLink('{}')
  assert.doesNotMatch(await notice(), /no delay/)
  await setLink(null)
  const { campaignId } = server.fixture
  assert.match(
    await notice(),
    new RegExp(`\\b${campaignId}\\b.*: no delay, differences are processor time\\.`),
  )
})

test('a made-up field study is said to be one, also when it is closed', async () => {
  assert.doesNotMatch(await notice(), /made up/)
  const sites = [{ site: 0, domain: 'site1.test' }]
  await openStudy(server.writer, {
    list: SYNTHETIC_LIST,
    openedDay: '2026-10-01',
    pilot: null,
    thresholds: null,
    sites,
  })
  await closeStudy(server.writer, SYNTHETIC_LIST, '2026-11-01')
  assert.match(await notice(), /SYNTHETIC is made up: no volunteer contributed to it\.$/)
})
