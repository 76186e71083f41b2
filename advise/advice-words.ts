import type { AdviceAssertion, AdviceDocument } from './advice-document.ts'
import { gainText } from './gain-words.ts'

/** Nothing to advise, or nothing known. */
export function nothingAdvised({ replays, whatIfs }: Pick<AdviceDocument, 'replays' | 'whatIfs'>): string {
  if (replays === null) return 'Nothing is advised, as nothing was replayed.'
  const tried = whatIfs.filter((whatIf) => whatIf.tried)
  if (tried.length === 0) return 'No change to the page is advised.'
  const open = tried.filter(({ results }) =>
    results.every(({ outcome }) => outcome === 'not decided' || outcome === 'too few rounds'),
  )
  const undecided = open.length === 0 ? '' : `; ${open.length} of them are not decided`
  return `No change is advised: of ${tried.length} that were tried none was shown to gain enough to matter${undecided}.`
}

/** An assertion in words, with its figures. */
export function assertionSentence({ text, gain, interval, result }: AdviceAssertion): string {
  const figures =
    gain === null
      ? 'it was not compared'
      : `gain ${gainText({ gain, interval })}${interval === null ? ', too few loads for an interval' : ''}`
  return `${text}: ${result} (${figures})`
}
