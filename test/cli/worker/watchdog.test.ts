import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Watchdog } from '../../../cli/worker/watchdog.ts'

/** A watchdog whose time the test moves on. */
function watched() {
  mock.timers.enable({ apis: ['setInterval'] })
  let hung = 0
  const watchdog = new Watchdog(() => {
    hung += 1
  })
  return {
    watchdog,
    passes: (ms: number) => mock.timers.tick(ms),
    get hung() {
      return hung
    },
    [Symbol.dispose]() {
      watchdog[Symbol.dispose]()
      mock.timers.reset()
    },
  }
}

test('a worker hangs once nothing is heard of it for the time that it named, and that is said once', () => {
  using worker = watched()
  worker.watchdog.heard(600)
  worker.passes(599)
  assert.equal(worker.hung, 0)
  worker.passes(1)
  assert.equal(worker.hung, 1)
  worker.passes(6_000)
  assert.equal(worker.hung, 1)
})

test('each time that it is heard the time starts anew', () => {
  using worker = watched()
  for (let times = 0; times < 5; times += 1) {
    worker.watchdog.heard(600)
    worker.passes(500)
  }
  assert.equal(worker.hung, 0)
})

test('one that was never heard, and one that is not watched any more, may be silent', () => {
  using worker = watched()
  worker.passes(6_000)
  worker.watchdog.heard(600)
  worker.watchdog.heard(null)
  worker.passes(6_000)
  assert.equal(worker.hung, 0)
  worker.watchdog.heard(600)
  worker.passes(600)
  assert.equal(worker.hung, 1)
})
