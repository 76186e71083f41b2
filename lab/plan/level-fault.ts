import type { FactorName } from './factors.ts'

/** A level that cannot be had; whoever knows the plan's lines says where it stands. */
export class LevelFault extends Error {
  override readonly name = 'LevelFault'
  readonly factor: FactorName

  constructor(factor: FactorName, message: string, options?: ErrorOptions) {
    super(message, options)
    this.factor = factor
  }
}

/** Turns what `make` refuses as out of range into the fault of that factor's level. */
export function asLevelFault<Result>(factor: FactorName, make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) throw new LevelFault(factor, error.message, { cause: error })
    throw error
  }
}
