/** What files under working papers may say. */
export const docFilesTexts = {
  docParentUnknown: { zh: '所属底稿不存在', en: 'There is no such paper' },
  docNoFile: { zh: '请选择要添加的附件', en: 'Please choose the files to attach' },
  docSheetName: { zh: '请输入表格名称，最多 31 个字', en: 'Please name the sheet, at most 31 characters' },
  docSheetIndex: { zh: '没有第 {index} 张工作表', en: 'There is no sheet {index}' },
  docAttachmentType: {
    zh: '“{file}”的内容是 {type}，不能作为附件',
    en: '“{file}” is {type} and cannot be attached',
  },
  docTypeProgram: { zh: '程序或脚本', en: 'a program or script' },
  docTypeWeb: { zh: '网页', en: 'a web page' },
} as const
