import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lateFailure } from '../../../../crawler/probe/load/late-failure.ts'
import type { MainDocument } from '../../../../crawler/probe/load/main-document.ts'
import { response } from './cdp-events.ts'

const LIMITS = { answerMs: 1, loadMs: 60_000 }
const DOCUMENT: MainDocument = {
  loaderId: 'doc',
  urls: ['https://site.test/'],
  startedMs: 0,
  sent: true,
  response: null,
  complete: false,
  loaded: false,
  download: false,
}
const ANSWERED = { ...DOCUMENT, response: response() }
const never = new Promise<never>(() => {})

async function failure(
  pending: MainDocument | null,
  shown: MainDocument | null,
  alive: { readonly page?: boolean; readonly browser?: boolean },
) {
  const answer = (isAlive = false) => (isAlive ? Promise.resolve() : never)
  return await lateFailure(
    { pending, current: pending ?? shown },
    { answer: () => answer(alive.page), browserAnswer: () => answer(alive.browser) },
    LIMITS,
  )
}

const BOTH = { page: true, browser: true }
for (const [what, pending, shown, alive, code] of [
  ['a navigation without headers', DOCUMENT, null, BOTH, 'http_timeout'],
  ['a navigation whose body has not ended', ANSWERED, null, BOTH, 'http_body_timeout'],
  ['a navigation that is whole and not shown', { ...ANSWERED, complete: true }, null, BOTH, 'page_timeout'],
  ['a navigation in a browser that does not answer', DOCUMENT, null, {}, 'browser_hung'],
  ['a page shown before its body has ended', null, ANSWERED, BOTH, 'http_body_timeout'],
  ['a whole page whose load event never fires', null, { ...ANSWERED, complete: true }, BOTH, 'page_timeout'],
  ['a page whose thread is busy for good', null, ANSWERED, { browser: true }, 'page_hung'],
  ['a page in a browser that does not answer', null, ANSWERED, {}, 'browser_hung'],
] as const)
  test(`${what} is ${code}`, async () => {
    assert.equal((await failure(pending, shown, alive)).code, code)
  })

test('headers that are missing say how far the request got', async () => {
  const { detail } = await failure({ ...DOCUMENT, sent: false }, null, BOTH)
  assert.match(detail ?? '', /within 60000 ms: the set-up of a connection .* had not ended/)
  assert.match((await failure(DOCUMENT, null, BOTH)).detail ?? '', /the request was sent/)
})
