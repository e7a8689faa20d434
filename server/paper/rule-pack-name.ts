import { paperPack, rulePack } from '#facts/facts.ts'

/** Law and papers in force in this release: figures of another name may differ. */
export const rulePackName = `${rulePack.version}/${paperPack.version}`
