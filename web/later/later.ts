import { educationLater } from './education.ts'
import { type Later, of } from './later-row.ts'

/** Pages of the specification (section 2) whose content is still to come. */
export const laterList: readonly Later[] = [
  of(
    '/work/process/leave/form/{processDefinitionId}',
    'byRole',
    { zh: '请假申请', en: 'Apply for leave' },
    {
      zh: '填写并提交请假单。',
      en: 'filling in and sending a request for leave.',
    },
  ),
  of(
    '/work/process/leave/handle/{taskId}/{processInstanceId}/{businessId}',
    'byRole',
    { zh: '请假审批', en: 'Handle leave' },
    {
      zh: '同意、退回或转办请假单。',
      en: 'approving, returning or passing on a request for leave.',
    },
  ),
  of(
    '/work/process/leave/detail/{processInstanceId}/{businessId}',
    'byRole',
    { zh: '请假详情', en: 'Leave' },
    {
      zh: '请假单和它的审批经过。',
      en: 'a request for leave and how it was handled.',
    },
  ),
  ...educationLater,
]

const shapeOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

/** The page to come at an address. */
export const laterAt = (pathname: string) => laterList.find(({ path }) => shapeOf(path).test(pathname))
