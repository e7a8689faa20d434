import { amountCalculator } from './amount.ts'
import { numberCheck } from './checks.ts'
import { citCalculator } from './cit.ts'
import { depreciationCalculator } from './depreciation.ts'
import { iitBonus, iitGross } from './iit-bonus.ts'
import { iitAnnual, iitFee } from './iit-other.ts'
import { iitMonth, iitMonths } from './iit-salary.ts'
import { interestCalculator } from './interest.ts'
import { landVatCalculator } from './land-vat.ts'
import { lateFeeCalculator } from './late-fee.ts'
import { penaltyCalculator, workdayCalculator } from './penalty.ts'
import { deedCalculator, propertyCalculator } from './property.ts'
import { stampCalculator } from './stamp.ts'
import { vatGeneral, vatPrice, vatSmall } from './vat.ts'
import type { Calculator } from './work.ts'

/** Every calculator, in the order in which they are listed. */
export const calculators: readonly Calculator[] = [
  amountCalculator,
  vatPrice,
  vatGeneral,
  vatSmall,
  iitMonths,
  iitMonth,
  iitBonus,
  iitFee,
  iitAnnual,
  iitGross,
  citCalculator,
  stampCalculator,
  landVatCalculator,
  deedCalculator,
  propertyCalculator,
  lateFeeCalculator,
  interestCalculator,
  penaltyCalculator,
  workdayCalculator,
  depreciationCalculator,
  numberCheck,
]
