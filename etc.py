import importlib,sys
t=importlib.import_module("try"); from cabbage import _prover_bmi2 as P
for p11 in (0,4,8):
  for p12 in (0,1):
    P.params(0,0,20,0,0,0,1,0,0,0,0,p11,p12)
    for k in "24": print(p11,p12,end=" "); t.run(k,8,511)
