import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { ORDINARY, PLANTED, type PlantedAdvice, plantedAdvice } from '../../bench/advise/planted-advice.ts'
import { temporaryFolder } from '../cli/towline.ts'
import { noBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../lab/link/why-no-link.ts'
import { CACHE, whyNoServer } from '../lab/origin/running-server.ts'
import { findCaddy } from '../servers/caddy.ts'

const skip =
  noBrowser ||
  (findCaddy() === null ? 'there is no caddy: run scripts/setup.sh sandbox' : false) ||
  whyNoLink() ||
  (await whyNoServer('towline'))

/** Of each cell: an interval of twelve rounds is some 5 % to both sides where nothing else is at work. */
const ROUNDS = 12

/** For bodies, for times and under HTTP/1.1. */
const LOADS = 3

/** EX_UNAVAILABLE of sysexits.h: the page does not load. */
const UNAVAILABLE = 69

describe('of pages that were recorded from the sandbox, what their owners are told', { skip }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let advices: readonly PlantedAdvice[]
  before(async () => {
    folder = await temporaryFolder()
    // Browsers of root run as another user.
    await chmod(folder.path, 0o711)
    const { signal } = new AbortController()
    const options = { folder: folder.path, cacheDir: CACHE, rounds: ROUNDS, loads: LOADS, signal }
    advices = await plantedAdvice({ ...PLANTED, ...ORDINARY }, options)
  })
  after(() => folder?.[Symbol.asyncDispose]())

  const of = (pages: object): readonly PlantedAdvice[] => advices.filter(({ name }) => name in pages)
  const said = (wrong: readonly PlantedAdvice[]): string =>
    wrong.map(({ name, advised }) => `${name}: ${advised.join() || 'nothing'}`).join('; ')

  test('what gains most is what was planted, on nine pages of ten', () => {
    const planted = of(PLANTED)
    const wrong = planted.filter(({ isRight }) => !isRight)
    assert.ok(wrong.length <= planted.length / 10, said(wrong))
  })

  test('of twenty ordinary pages one at most is to change anything', () => {
    const wrong = of(ORDINARY).filter(({ isRight }) => !isRight)
    assert.equal(of(ORDINARY).length, 20)
    assert.ok(wrong.length <= 1, said(wrong))
  })

  test('a page that does not load is not recorded, which is said by an exit code', () => {
    const broken = advices.find(({ name }) => name === 'broken')
    assert.equal(broken?.recordCode, UNAVAILABLE)
    assert.deepEqual(broken?.results, [])
  })
})
