import type { FigureSubject } from './figure.ts'

/** Paths of the API below which figures of a kind stand. */
export const SUBJECT_ROOTS = {
  campaign: '/campaigns',
  survey: '/surveys',
  'lab run': '/lab/runs',
} as const satisfies Readonly<Record<FigureSubject, string>>
