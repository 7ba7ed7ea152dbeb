export const ko = {
  title: "결제 화면을 여는 중이에요",
  failed: "결제 화면을 열지 못했어요",
};
