import { useMay } from '#web/kernel/session.ts'
import { FirmList } from './FirmList.tsx'
import { FirmProfile } from './FirmProfile.tsx'

/** /firm/firmManage: the own firm; for who runs the platform, all firms. */
export function FirmManagePage() {
  const may = useMay()
  return may('firm.manage') ? <FirmList /> : <FirmProfile />
}
