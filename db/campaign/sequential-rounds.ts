import type { CampaignRow } from './campaigns.ts'

/**
 * The most rounds of a campaign whose sites end once their gains are known well enough (`--until-ci`, stored with its
 * options): whatever is said of it has to hold at every round it might have stopped at. Null: all its rounds are taken.
 */
export function sequentialRounds({
  rounds,
  options,
}: Pick<CampaignRow, 'rounds' | 'options'>): number | null {
  const { untilCi = null } = options as { readonly untilCi?: number | null }
  return untilCi === null ? null : rounds
}
