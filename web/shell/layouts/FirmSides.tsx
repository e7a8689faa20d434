import { FirmMenu } from '../FirmMenu.tsx'

/** The firm's left menu. */
export const FirmSide = () => <FirmMenu layout="firm" />

/** The left menu of a person's own edition. */
export const PersonalSide = () => <FirmMenu layout="personal" />
