import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookAtMachine, type MachineWork, waitForQuiet } from '../../../cli/demo/quiet-machine.ts'

/** Waits with looks of five seconds that see these shares of the cores busy, the last of them for good. */
async function waited(
  fractions: readonly (number | null)[],
  signal = new AbortController().signal,
): Promise<{ readonly said: string[]; readonly looks: number }> {
  let [nowMs, looks] = [0, 0]
  const said: string[] = []
  await waitForQuiet({
    busyLimit: 0.5,
    mostMs: 60_000,
    clock: () => nowMs,
    say: (line) => void said.push(line),
    signal,
    async look(): Promise<MachineWork> {
      signal.throwIfAborted()
      nowMs += 5_000
      const busyFraction = fractions[Math.min(looks, fractions.length - 1)] ?? null
      looks += 1
      return { busyFraction, busyWith: ['cargo', 'node'] }
    },
  })
  return { said, looks }
}

test('on a quiet machine the crawl starts at once', async () => {
  assert.deepEqual(await waited([0.12]), {
    said: ['the machine is quiet enough (12 % of the cores are busy): the crawl starts'],
    looks: 1,
  })
})

test('on a busy machine it says once what it waits for, and starts when that is over', async () => {
  assert.deepEqual(await waited([0.9, 0.8, 0.3]), {
    said: [
      '90 % of the cores are busy, with cargo, node: the crawl waits for a quieter machine, and starts after 60 s in any case',
      'the machine is quiet enough (30 % of the cores are busy): the crawl starts',
    ],
    looks: 3,
  })
})

test('on a machine that stays busy it starts after a minute, and says so', async () => {
  const { said, looks } = await waited([0.9])
  assert.equal(looks, 12)
  assert.equal(
    said.at(-1),
    'the machine is still not quiet (90 % of the cores are busy): the crawl starts, and repeats what this spoils',
  )
})

test('where the system does not tell there is nothing to wait for', async () => {
  assert.deepEqual(await waited([null]), { said: [], looks: 1 })
})

test('Ctrl-C ends the wait', async () => {
  const stop = new Error('stopped')
  await assert.rejects(waited([0.9], AbortSignal.abort(stop)), stop)
  await assert.rejects(lookAtMachine(AbortSignal.abort(stop)), { name: 'AbortError', cause: stop })
})
