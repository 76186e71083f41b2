import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { argv } from '../../cli/towline.ts'
import { differences, surveySandbox } from './sandbox-survey.ts'

const RUNS = [1, 8, 32, 128, 512].map((concurrency, index) => ({
  concurrency,
  seed: 1000 + index,
}))

test('five surveys in five orders, from one site at a time to all at once, find the same truth', async (t) => {
  await using sandbox = await openSandbox()
  for (const { concurrency, seed } of RUNS) {
    // One at a time every silent server costs its whole time limit: a shorter list keeps that run within minutes.
    const top = concurrency === 1 ? ['--top', '20'] : []
    await t.test(`${concurrency} at a time, order ${seed}`, async () => {
      const survey = await surveySandbox(sandbox, [
        ...argv`--concurrency ${concurrency} --seed ${seed}`,
        ...top,
      ])
      const known = new Set(survey.sites.map(({ domain }) => domain))
      const shown = { ...sandbox, sites: sandbox.sites.filter(({ domain }) => known.has(domain)) }
      assert.deepEqual(differences(shown, survey), [], survey.stderr)
    })
  }
})
