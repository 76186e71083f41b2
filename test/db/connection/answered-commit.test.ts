import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnsweredCommit } from '../../../db/connection/answered-commit.ts'

class Refused extends Error {}

/** Doubles numbers; a 13 is refused, and with it every job of its transaction. */
function doubler() {
  const groups: (readonly number[])[] = []
  const commits = new AnsweredCommit<number, number>({
    maxJobs: 3,
    maxMs: 1,
    isOneJobsFault: (error) => error instanceof Refused,
    async commit(jobs) {
      groups.push(jobs)
      if (jobs.includes(13)) throw new Refused('13')
      if (jobs.includes(-1)) throw new Error('the disk is full')
      return jobs.map((job) => 2 * job)
    },
  })
  return { commits, groups }
}

const outcomes = async (jobs: readonly Promise<number>[]) =>
  (await Promise.allSettled(jobs)).map((each) =>
    each.status === 'fulfilled' ? each.value : String(each.reason.message),
  )

test('jobs that come together are one commit, and each gets its result', async () => {
  const { commits, groups } = doubler()
  assert.deepEqual(await outcomes([1, 2, 3, 4].map((job) => commits.add(job))), [2, 4, 6, 8])
  assert.deepEqual(groups, [[1, 2, 3], [4]])
})

test('where one job is at fault each is tried on its own, and only that one fails', async () => {
  const { commits, groups } = doubler()
  assert.deepEqual(await outcomes([1, 13, 3].map((job) => commits.add(job))), [2, '13', 6])
  assert.deepEqual(groups, [[1, 13, 3], [1], [13], [3]])
})

test('another failure is that of every job of its commit, and of none after it', async () => {
  const { commits } = doubler()
  const jobs = [1, -1, 3, 4].map((job) => commits.add(job))
  assert.deepEqual(await outcomes(jobs), ['the disk is full', 'the disk is full', 'the disk is full', 8])
})

test('settled waits for all jobs so far, whatever becomes of them', async () => {
  const { commits } = doubler()
  const settled: string[] = []
  for (const job of [1, 13])
    commits.add(job).then(
      () => settled.push('done'),
      () => settled.push('refused'),
    )
  assert.equal(commits.waiting, 2)
  await commits.settled()
  assert.deepEqual([settled, commits.waiting], [['done', 'refused'], 0])
})
