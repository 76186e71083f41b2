import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import puppeteer, { type CDPSession, type Page } from 'puppeteer'
import { findBrowser } from '../../../../crawler/probe/browser/find-browser.ts'
import { FILMSTRIP_LIMITS, FilmstripRecorder } from '../../../../crawler/probe/load/filmstrip-recorder.ts'
import { openBrowserHome } from '../../../../crawler/process/browser-home.ts'
import { html, startWeb } from '../../../servers/web.ts'
import { atPort, load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'

/** Longest wait for anything; on an idle machine nothing takes a second. */
const LIMIT_MS = 60_000

const START_MS = 1_790_000_000_000

interface ScriptedSession {
  readonly session: CDPSession
  /** A frame so long after the start; the text stands for the picture. */
  frame(afterMs: number, text: string): void
  readonly sent: { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[]
}

/** A session whose browser sends what a test says. */
function scriptedSession(): ScriptedSession {
  const sent: ScriptedSession['sent'][number][] = []
  const emitter = new EventEmitter()
  let frames = 0
  const session = Object.assign(emitter, {
    async send(method: string, params: Readonly<Record<string, unknown>>) {
      sent.push({ method, params })
    },
  })
  return {
    session: session as unknown as CDPSession,
    sent,
    frame(afterMs, text) {
      frames += 1
      emitter.emit('Page.screencastFrame', {
        data: Buffer.from(text).toString('base64'),
        metadata: { timestamp: (START_MS + afterMs) / 1e3, deviceWidth: 780, deviceHeight: 439.6 },
        sessionId: frames,
      })
    },
  }
}

function recorded(
  frames: readonly (readonly [afterMs: number, text: string])[],
  limits = FILMSTRIP_LIMITS as ConstructorParameters<typeof FilmstripRecorder>[1],
) {
  const scripted = scriptedSession()
  const recorder = new FilmstripRecorder(scripted.session, limits)
  void recorder.start()
  for (const [afterMs, text] of frames) scripted.frame(afterMs, text)
  const filmstrip = recorder.end()
  return {
    scripted,
    filmstrip,
    shown: filmstrip?.frames.map(({ takenAtMs, jpeg }) => [
      Math.round(takenAtMs - START_MS),
      Buffer.from(jpeg).toString(),
    ]),
  }
}

test('frames are kept with their times, small and of low quality, and each is acknowledged', () => {
  const { scripted, filmstrip, shown } = recorded([
    [0, 'blank'],
    [120, 'half'],
    [700, 'whole'],
  ])
  assert.deepEqual(shown, [
    [0, 'blank'],
    [120, 'half'],
    [700, 'whole'],
  ])
  assert.deepEqual(
    [filmstrip?.widthPx, filmstrip?.heightPx, filmstrip?.droppedFrames, filmstrip?.cutAtMs],
    [780, 440, 0, null],
  )
  const [start, ...others] = scripted.sent
  assert.deepEqual(start, {
    method: 'Page.startScreencast',
    params: { format: 'jpeg', quality: 50, maxWidth: 320, maxHeight: 320, everyNthFrame: 1 },
  })
  assert.deepEqual(
    others.map(({ method, params }) => [method, params.sessionId]),
    [1, 2, 3].map((sessionId) => ['Page.screencastFrameAck', sessionId]),
  )
})

test('of frames within the same 50 ms the last is kept, the others are counted', () => {
  const { filmstrip, shown } = recorded([
    [0, 'a'],
    [10, 'b'],
    [49, 'c'],
    [50, 'd'],
  ])
  assert.deepEqual(shown, [
    [49, 'c'],
    [50, 'd'],
  ])
  assert.equal(filmstrip?.droppedFrames, 2)
})

test('a frame like the one before shows no change and is not kept', () => {
  const { filmstrip, shown } = recorded([
    [0, 'a'],
    [100, 'a'],
    [200, 'b'],
    [300, 'a'],
  ])
  assert.deepEqual(shown, [
    [0, 'a'],
    [200, 'b'],
    [300, 'a'],
  ])
  assert.equal(filmstrip?.droppedFrames, 0)
})

for (const [limit, limits] of [
  ['frames', { ...FILMSTRIP_LIMITS, frames: 2 }],
  ['bytes', { ...FILMSTRIP_LIMITS, bytes: 8 }],
] as const)
  test(`the first frame beyond the limit of ${limit} ends the filmstrip, and all that follow are counted`, () => {
    const { filmstrip, shown } = recorded(
      [
        [0, 'one'],
        [100, 'two'],
        [200, 'three'],
        [300, 'f'],
      ],
      limits,
    )
    assert.deepEqual(shown, [
      [0, 'one'],
      [100, 'two'],
    ])
    assert.deepEqual([filmstrip?.droppedFrames, filmstrip?.cutAtMs], [2, START_MS + 200])
  })

test('a page that sent no frame has no filmstrip, and frames after the end are not taken', () => {
  const { scripted, filmstrip } = recorded([])
  assert.equal(filmstrip, null)
  scripted.frame(0, 'late')
  assert.equal(scripted.sent.length, 1)
})

/** Of the middle of a picture, 0 (black) to 255, as a browser reads it; a page out of sight paints nothing itself. */
async function brightness(reader: Page, base64: string): Promise<number> {
  return (await reader.evaluate(`(async () => {
    const bytes = Uint8Array.fromBase64('${base64}')
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    canvas.drawImage(image, -image.width / 2, -image.height / 2)
    return canvas.getImageData(0, 0, 1, 1).data[0]
  })()`)) as number
}

test('a browser’s frames show what the page showed at the start, and then how it changed', {
  skip: noBrowser,
}, async () => {
  await using home = await openBrowserHome()
  const browser = await puppeteer.launch({
    executablePath: findBrowser() ?? '',
    userDataDir: home.profile,
    args: ['--no-sandbox'],
    timeout: LIMIT_MS,
    protocolTimeout: LIMIT_MS,
  })
  try {
    const reader = await browser.newPage()
    const page = await browser.newPage()
    const session = await page.createCDPSession()
    /** Resolves with the first frame that is dark, or the first that is not. */
    const frame = (isDark: boolean): Promise<void> =>
      new Promise((resolve, reject) => {
        session.on('Page.screencastFrame', ({ data }) => {
          brightness(reader, data).then((value) => {
            if (value < 128 === isDark) resolve()
          }, reject)
        })
      })
    // Both may come within 50 ms.
    const recorder = new FilmstripRecorder(session, { ...FILMSTRIP_LIMITS, frameMs: 1 })
    const blank = frame(false)
    await recorder.start()
    await blank
    const changed = frame(true)
    await page.evaluate(`document.body.style.background = '#000'`)
    await changed
    const { frames, widthPx, heightPx } = recorder.end() ?? assert.fail()
    assert.ok(widthPx > 0 && heightPx > 0)
    const shades: number[] = []
    for (const { jpeg } of frames) shades.push(await brightness(reader, Buffer.from(jpeg).toString('base64')))
    assert.ok((shades[0] ?? 0) > 200 && (shades.at(-1) ?? 255) < 50, shades.join())
    const timesMs = frames.map(({ takenAtMs }) => takenAtMs)
    assert.deepEqual(
      timesMs,
      timesMs.toSorted((a, b) => a - b),
    )
  } finally {
    await browser.close()
  }
})

test('a load has a filmstrip where it is asked for, from before its page is shown', {
  skip: noBrowser,
}, async () => {
  await using web = await startWeb((_request, response) => html(response, '<h1>page'))
  await using browser = await openTestBrowser({ arm: 'http', switches: atPort(web.port) })
  const { failure, timings, filmstrip } = await load(browser, 'http://site.test/', {
    filmstrip: true,
    settleMs: 2_000,
  })
  assert.equal(failure, null)
  const [first] = filmstrip?.frames ?? []
  assert.ok(first !== undefined && timings !== null)
  assert.ok(Math.abs(first.takenAtMs - timings.timeOriginMs) < LIMIT_MS, 'the clocks agree')
  assert.equal((await load(browser, 'http://site.test/')).filmstrip, null)
})
