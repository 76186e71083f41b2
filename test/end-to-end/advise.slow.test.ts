import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSandbox } from '../../lab/sandbox/open.ts'
import { noBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { opened } from '../opened.ts'
import { adviseIn } from './advised-url.ts'

describe('URLs that are no page to advise on', { skip: noBrowser }, () => {
  const sandbox = opened(openSandbox)

  for (const [url, words] of [
    [
      'nxdomain.test',
      /^towline: nxdomain\.test cannot be measured: .*dns_nxdomain \(the name does not exist/m,
    ],
    [
      'page-login.test/basket',
      /^towline: https:\/\/page-login\.test\/basket redirects to https:\/\/sign-in\.page-login\.test: check the page there$/m,
    ],
  ] as const)
    test(`${url} cannot be measured at all, which one sentence says`, async () => {
      const { code, stderr, advice } = await adviseIn(sandbox, url)
      assert.equal(code, 65, stderr)
      assert.match(stderr, words)
      assert.equal(advice, null)
    })

  test('page-403.test does not load: a report says why, and no recording is asked for', async () => {
    const { code, stderr, advice, hasReport, isRecorded } = await adviseIn(sandbox, 'page-403.test')
    assert.equal(code, 3, stderr)
    const words = 'https://page-403.test/ answers 403 (Forbidden) to a browser that nobody sits at.'
    assert.ok(advice?.answer.endsWith(`: ${words}`), stderr)
    assert.deepEqual([hasReport, isRecorded], [true, false])
  })

  test('page-sign-in.test is measured as a stranger meets it, and the report says so', async () => {
    const { stderr, advice, isRecorded } = await adviseIn(sandbox, 'page-sign-in.test')
    assert.ok(isRecorded, stderr)
    assert.equal(advice?.live?.arms.length, 3)
    const said = [
      'The page asks for a password: what is behind its sign-in is not measured.',
      'https://page-sign-in.test/ leads to https://page-sign-in.test/login.html: that is the page that was measured.',
    ]
    for (const sentence of said) assert.ok(advice?.notShown.includes(sentence), advice?.notShown.join('\n'))
    assert.doesNotMatch(advice?.notShown.join('\n') ?? '', / covers /)
  })
})
