import assert from 'node:assert/strict'
import { EventEmitter, getEventListeners } from 'node:events'
import { test } from 'node:test'
import { SITE_TIMEOUT } from '../../../../crawler/survey/operation/context.ts'
import { type Waiting, waitFor } from '../../../../crawler/survey/operation/waiting.ts'
import { socketPair, standStill } from '../../../servers/stand-still.ts'

/** Starts a wait and hands out what ends it. */
function start(signal: AbortSignal) {
  const emitter = new EventEmitter()
  let waiting: Waiting<string> | null = null
  let released = 0
  const ended = waitFor<string>(
    signal,
    (failure) => failure,
    (begun) => {
      waiting = begun
      begun.on(emitter, 'done', (value: string) => begun.settle(value))
      begun.after(60_000, () => begun.settle('late'))
      begun.defer(() => released++)
    },
  )
  return { emitter, ended, waiting: () => waiting as Waiting<string> | null, released: () => released }
}

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

for (const [how, end, outcome] of [
  ['by an event', ({ emitter }) => emitter.emit('done', 'value'), 'value'],
  ['by the limit of the site', (_, controller) => controller.abort(SITE_TIMEOUT), 'site_timeout'],
] as readonly (readonly [
  string,
  (wait: ReturnType<typeof start>, controller: AbortController) => void,
  string,
])[]) {
  test(`a wait that ends ${how} leaves no listener and no timer behind`, async () => {
    const controller = new AbortController()
    const timersBefore = timers()
    const wait = start(controller.signal)
    end(wait, controller)
    assert.equal(await wait.ended, outcome)
    assert.equal(wait.emitter.listenerCount('done'), 0)
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0)
    assert.equal(timers(), timersBefore)
    assert.equal(wait.released(), 1)
  })
}

test('any other abort rejects with its reason and leaves nothing behind either', async () => {
  const controller = new AbortController()
  const wait = start(controller.signal)
  const stop = new Error('stopped')
  controller.abort(stop)
  await assert.rejects(wait.ended, stop)
  assert.equal(wait.emitter.listenerCount('done'), 0)
  assert.equal(wait.released(), 1)
})

test('where the signal is aborted already nothing begins', async () => {
  const wait = start(AbortSignal.abort(SITE_TIMEOUT))
  assert.equal(await wait.ended, 'site_timeout')
  assert.equal(wait.waiting(), null)
})

test('the first end counts, and what is deferred after it runs at once', async () => {
  const wait = start(new AbortController().signal)
  wait.waiting()?.settle('first')
  wait.waiting()?.settle('second')
  let ran = false
  wait.waiting()?.defer(() => {
    ran = true
  })
  assert.equal(await wait.ended, 'first')
  assert.ok(ran)
})

test('what came in time counts, also where the process stood still until the time was over', async () => {
  using pair = await socketPair()
  const ended = waitFor<string>(
    new AbortController().signal,
    (failure) => failure,
    ({ settle, on, after }) => {
      on(pair.near, 'data', () => settle('answer'))
      after(20, () => settle('late'))
    },
  )
  pair.far.write('x')
  standStill(100)
  assert.equal(await ended, 'answer')
})

test('what `begin` throws rejects the wait', async () => {
  const wrong = new Error('wrong')
  const begin = () => {
    throw wrong
  }
  await assert.rejects(
    waitFor(new AbortController().signal, () => null, begin),
    wrong,
  )
})
