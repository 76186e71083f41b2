import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { finalOrigin } from '../../../../crawler/survey/facts/final-origin.ts'
import { openHttp1 } from '../../../../crawler/survey/http/http1.ts'
import { page } from '../../../../crawler/survey/visit/page.ts'
import { newVisitState } from '../../../../crawler/survey/visit/visit-state.ts'
import { endpoint, surveyContext } from '../../../servers/survey-context.ts'
import { html, startWeb, type WebResponse } from '../../../servers/web.ts'

const ORIGIN = { scheme: 'https', host: 'site.test', port: 443 } as const

function again(response: WebResponse, cookie: string): void {
  const http1 = response as ServerResponse
  http1.writeHead(302, { location: '/', 'set-cookie': cookie, 'content-length': 0 })
  http1.end()
}

/** The cookies that a site was sent which answers so, and how the way ends by the rows as they are recorded. */
async function visited(answer: (cookie: string | undefined, response: WebResponse) => void) {
  const cookies: (string | undefined)[] = []
  await using web = await startWeb(({ headers }, response) => {
    cookies.push(headers.cookie)
    answer(headers.cookie, response)
  })
  const state = newVisitState(surveyContext(), {
    operations: new Set(['http1'] as const),
    robotsToken: null,
    optedOut: () => false,
    maxConnections: 7,
    holdAddress: () => Promise.resolve({ [Symbol.dispose]() {} }),
  })
  const socket = connect(web.port, '127.0.0.1')
  await once(socket, 'connect')
  // Its port is one that redirects are followed to.
  await using http = openHttp1(socket, { ...endpoint(443), ...ORIGIN }, state.context)
  await page(state, ORIGIN, 0, 'http1', http, '/')
  assert.ok(!JSON.stringify(state.rows).includes('wall='), 'no cookie is in the record')
  const { answer: last, failure } = finalOrigin(ORIGIN.host, state.rows)
  return { cookies, end: last?.result?.status ?? failure }
}

test('a site that redirects to itself until its cookie comes back is known by the page behind that', async () => {
  const { cookies, end } = await visited((cookie, response) =>
    cookie === undefined
      ? again(response, 'wall=1; Path=/; Secure; HttpOnly')
      : html(response, '<title>page'),
  )
  assert.deepEqual([cookies, end], [[undefined, 'wall=1'], 200])
})

test('one that wants no cookie is a loop, and one that gives another each time ends at the limit', async () => {
  const foreign = await visited((_, response) => again(response, 'wall=1; Domain=other.test'))
  assert.deepEqual([foreign.cookies, foreign.end], [[undefined], 'redirect_loop'])
  let n = 0
  const { cookies, end } = await visited((_, response) => again(response, `wall=${n++}`))
  assert.equal(end, 'redirect_limit')
  assert.ok(cookies.length < 12, `it was asked ${cookies.length} times`)
})
