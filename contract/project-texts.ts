/** What projects and the links between enterprises may say. */
export const projectTexts = {
  copySameProject: { zh: '源项目和目标项目相同', en: 'The two projects are the same' },
  copyOtherEnterprise: {
    zh: '只能在同一家企业的项目之间复制财务资料',
    en: 'Financial files are copied between projects of the same enterprise only',
  },
  copyNoFiles: { zh: '源项目还没有财务资料', en: 'That project has no financial files yet' },
  ownerUnknown: { zh: '负责人不存在或已停用', en: 'The owner is unknown or disabled' },
  assignByOwner: {
    zh: '只有管理员、项目负责人、项目建立人和企业负责人可以指定负责人',
    en: 'Only administrators, the owner or creator of the project and the client’s lead can set its owner',
  },
  projectAssigned: { zh: '项目交给您负责', en: 'Projects are yours now' },
  projectAssignedText: {
    zh: '{who}把 {count} 个项目交给您负责：{names}',
    en: '{who} made you the owner of {count} projects: {names}',
  },
  relationShare: {
    zh: '持股比例应在 0 至 100 之间，最多两位小数',
    en: 'The share is 0 to 100 with at most two decimals',
  },
  relationSelf: { zh: '企业不能与自己建立关系', en: 'An enterprise cannot be linked to itself' },
  relationTwice: { zh: '这两家企业之间已有关系', en: 'These two enterprises are linked already' },
  relationCircle: {
    zh: '不能建立：{parent} 已是 {child} 的下级企业',
    en: 'This cannot be: {parent} already stands below {child}',
  },
  relationOverfull: {
    zh: '{child} 的持股比例合计将达到 {sum}%，超过 100%',
    en: 'The shares in {child} would come to {sum} %, over 100 %',
  },
  copyDatasetOtherYear: {
    zh: '两个项目的年度不同（{source}、{target}），只复制文件，没有生成数据版本；请在目标项目中选择本年度的文件导入',
    en: 'The projects are of different years ({source}, {target}); only files were copied. Import the files of its own year there',
  },
  copyDatasetNone: {
    zh: '源项目没有正在使用的账套，只复制文件',
    en: 'The source has no ledger in use; only files were copied',
  },
  copyDatasetStands: {
    zh: '目标项目的第{version}版账套已由相同的文件读成，没有重复生成',
    en: 'Version {version} of the target was read from the same files; no other was made',
  },
} as const
